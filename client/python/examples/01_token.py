# Who am I? The token is requested with the first call, shared by all, and renewed before it ends.
from connect import vigie

for one in vigie.get("/me")["accounts"]:
    print(one["accountId"], one["name"], ", ".join(one["roles"]))
