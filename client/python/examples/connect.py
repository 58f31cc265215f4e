"""What every example needs: the service, and the account in it."""

import os

from vigie import Vigie

vigie = Vigie(os.environ["VIGIE_URL"], os.environ["VIGIE_CLIENT_ID"], os.environ["VIGIE_CLIENT_SECRET"])
account = vigie.account(os.environ["VIGIE_ACCOUNT"])
