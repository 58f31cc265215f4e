# Receives webhooks and believes only those that the service has signed. Registers itself, has a test message sent,
# and removes itself: python3 09_webhook.py 127.0.0.1 8090
import sys
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

from connect import account
from vigie import WebhookRefusal, verify_webhook

host, port = sys.argv[1], int(sys.argv[2])
secrets = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The bytes as they came: a body that was parsed and written anew has another signature.
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            message = verify_webhook(body, self.headers, secrets)
        except WebhookRefusal:
            return self.answer(400)
        print("A test" if message["type"] == "webhook.test" else message["type"], flush=True)
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("", port), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
webhook = account.post("/webhooks", body={"url": f"http://{host}:{port}/hooks"})
# Shown this once: keep it with your other secrets.
secrets.append(webhook["secret"])
test = account.post(f"/webhooks/{webhook['endpointId']}/test")
print("Delivered:", str(test["delivered"]).lower(), test["status"])
try:
    urllib.request.urlopen(f"http://127.0.0.1:{port}/hooks", data=b'{"type":"webhook.test"}')
except urllib.error.HTTPError as refused:
    print("Forged:", refused.code)
account.delete(f"/webhooks/{webhook['endpointId']}")
server.shutdown()
