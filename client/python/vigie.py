"""The API of Vigie for Python 3.9 and later, in one file and with nothing but the standard library.

    from vigie import Vigie, VigieProblem

    account = Vigie("https://vigie.example", client_id, client_secret).account(42)
    for company in account.items("/thirdparties", query={"size": 500}):
        print(company["name"])

Tokens are obtained and renewed, a POST may safely be repeated, and a refusal is raised as VigieProblem.
"""

import base64
import binascii
import contextlib
import csv
import hashlib
import hmac
import http.client
import io
import json
import os
import random
import re
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timezone

__version__ = "0.1.0"
__all__ = [
    "Account", "FeedRewound", "FileStore", "Form", "Vigie", "VigieProblem", "VigieTimeout", "WebhookRefusal",
    "csv_rows", "csv_text", "format_time", "parse_time", "verify_webhook", "wait_for",
]

_CHUNK = 64 * 1024


class VigieProblem(Exception):
    """Why the service refused. Program against `code`; the sentence is for people."""

    def __init__(self, status, headers, body):
        self.status = status
        self.body = body
        self.code = body.get("code") or body.get("error") or f"HTTP_{status}"
        self.detail = body.get("detail") or body.get("error_description") or ""
        # A proxy in between knows nothing of our problems.
        self.retryable = body.get("retryable") is True or ("code" not in body and status in (502, 503, 504))
        self.errors = body.get("errors") or []
        self.request_id = headers.get("x-request-id")
        after = headers.get("retry-after") or ""
        self.retry_after = float(after) if after.isdigit() else None
        super().__init__(f"{self.code}: {self.detail}")


class VigieTimeout(Exception):
    """What was waited for did not come."""


class FeedRewound(Exception):
    """The journal was restored from an older copy and has grown since. Go back until the hashes agree."""


class WebhookRefusal(Exception):
    """A message that is not to be trusted: answer it with 400 and do nothing. `reason` says why."""

    def __init__(self, reason, message):
        super().__init__(message)
        self.reason = reason


class Form:
    """A form with files, which are read from disk while they are sent: Form(file="extract.pdf", fields={...})."""

    def __init__(self, file, fields=None, name="file", content_type="application/octet-stream"):
        self.paths = [file] if isinstance(file, (str, os.PathLike)) else list(file)
        self.fields = dict(fields or {})
        self.name = name
        self.file_type = content_type
        self._boundary = f"vigie-{uuid.uuid4().hex}"
        self.content_type = f"multipart/form-data; boundary={self._boundary}"

    def _head(self, disposition, more=""):
        return f"--{self._boundary}\r\nContent-Disposition: form-data; {disposition}\r\n{more}\r\n".encode()

    def _parts(self):
        for name, value in self.fields.items():
            yield self._head(f'name="{_quote_name(name)}"') + str(value).encode() + b"\r\n"
        for path in self.paths:
            file_name = _quote_name(os.path.basename(os.fspath(path)))
            names = f'name="{_quote_name(self.name)}"; filename="{file_name}"'
            yield self._head(names, f"Content-Type: {self.file_type}\r\n")
            yield path
            yield b"\r\n"
        yield f"--{self._boundary}--\r\n".encode()

    def size(self):
        return sum(len(part) if isinstance(part, bytes) else os.path.getsize(part) for part in self._parts())

    def chunks(self):
        for part in self._parts():
            if isinstance(part, bytes):
                yield part
            else:
                with open(part, "rb") as file:
                    yield from iter(lambda: file.read(_CHUNK), b"")


class Vigie:
    """Calls are made by an API client, or with a token that `token()` gives (of a person, or of another issuer)."""

    def __init__(self, base_url, client_id=None, client_secret=None, *, token=None, scope=None, timeout=30.0,
                 attempts=4, max_pause=30.0, on_response=None):
        """timeout: seconds without a byte. on_response(method, path, status, seconds) is for logs."""
        self.base_url = base_url.rstrip("/")
        self.timeout = timeout
        self._attempts, self._max_pause, self._on_response = attempts, max_pause, on_response
        self._client, self._scope, self._provider = (client_id, client_secret), scope, token
        self._token, self._until = None, 0.0

    def account(self, account_id):
        return Account(self, account_id)

    def call(self, method, path, *, query=None, body=None, content_type=None, headers=None, key=None,
             if_match=None, timeout=None):
        """The answer, read: JSON as Python has it, text as str, anything else as bytes; None when there is none."""
        with self.open(method, path, query=query, body=body, content_type=content_type, headers=headers, key=key,
                       if_match=if_match, timeout=timeout) as answer:
            return _read(answer)

    def open(self, method, path, *, query=None, body=None, content_type=None, headers=None, key=None,
             if_match=None, timeout=None):
        """The answer, unread: to be read in pieces, and closed."""
        sent = {name.lower(): value for name, value in (headers or {}).items()}
        if if_match is not None:
            sent["if-match"] = if_match
        if method == "POST":
            # The same key for each attempt of one wish: the service grants it once.
            sent["idempotency-key"] = key or uuid.uuid4().hex
        url = f"{self.base_url}{path}{_query_text(query)}"
        renewed = False
        while True:
            authorization = f"Bearer {self._obtain_token()}"
            attempt = lambda: self._send(method, url, path, body, content_type,
                                         {**sent, "authorization": authorization}, timeout)
            try:
                return self._repeat(attempt, method in ("GET", "HEAD", "POST"))
            except VigieProblem as problem:
                if renewed or not self._renews(problem):
                    raise
                renewed = True

    def get(self, path, **options):
        return self.call("GET", path, **options)

    def post(self, path, **options):
        return self.call("POST", path, **options)

    def _send(self, method, url, path, body, content_type, headers, timeout):
        data, given_type, size = _body_to_send(body)
        if content_type or given_type:
            headers["content-type"] = content_type or given_type
        if size is not None:
            headers["content-length"] = str(size)
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        began = time.monotonic()
        status = None
        try:
            answer = urllib.request.urlopen(request, timeout=self.timeout if timeout is None else timeout)
            status = answer.status
            return answer
        except urllib.error.HTTPError as error:
            with error:
                status = error.code
                raise VigieProblem(status, error.headers, _problem_body(error)) from None
        finally:
            if self._on_response:
                self._on_response(method, path, status, time.monotonic() - began)

    def _repeat(self, attempt, repeat_unanswered):
        for nth in range(1, self._attempts + 1):
            try:
                return attempt()
            except VigieProblem as problem:
                pause = _back_off(nth) if problem.retry_after is None else problem.retry_after
                if not problem.retryable or nth == self._attempts or pause > self._max_pause:
                    raise
            except (OSError, http.client.HTTPException):
                # No answer at all: whether it was carried out is unknown, so only what may be repeated is.
                if not repeat_unanswered or nth == self._attempts:
                    raise
                pause = _back_off(nth)
            time.sleep(min(pause, self._max_pause))

    def _obtain_token(self):
        if self._provider:
            return self._provider()
        if self._token is None or time.monotonic() >= self._until:
            form = {"grant_type": "client_credentials", **({"scope": self._scope} if self._scope else {})}
            pair = ":".join(urllib.parse.quote(part, safe="") for part in self._client)
            headers = {"authorization": "Basic " + base64.b64encode(pair.encode()).decode()}
            body = urllib.parse.urlencode(form).encode()
            attempt = lambda: self._send("POST", f"{self.base_url}/oauth2/token", "/oauth2/token", body,
                                         "application/x-www-form-urlencoded", dict(headers), None)
            with self._repeat(attempt, True) as answer:
                got = json.load(answer)
            # Renewed while the former still works; a short-lived one is used for half its life at least.
            self._until = time.monotonic() + got["expires_in"] - min(60, got["expires_in"] / 2)
            self._token = got["access_token"]
        return self._token

    def _renews(self, problem):
        if self._provider or problem.code != "AUTH_TOKEN_EXPIRED":
            return False
        self._token = None
        return True


class Account:
    """What belongs to one account: account.get("/thirdparties")."""

    def __init__(self, vigie, account_id):
        self._vigie = vigie
        self._base = f"/api/v1/account/{int(account_id)}"

    def call(self, method, path, **options):
        return self._vigie.call(method, self._base + path, **options)

    def get(self, path, **options):
        return self.call("GET", path, **options)

    def post(self, path, **options):
        return self.call("POST", path, **options)

    def put(self, path, **options):
        return self.call("PUT", path, **options)

    def patch(self, path, **options):
        return self.call("PATCH", path, **options)

    def delete(self, path, **options):
        return self.call("DELETE", path, **options)

    def open(self, path, **options):
        """The answer to a GET, unread: its headers, and its bytes in pieces."""
        return self._vigie.open("GET", self._base + path, **options)

    def pages(self, path, query=None, on_headers=None):
        """Every page of a list, as the service answered it."""
        at = {}
        while at is not None:
            with self.open(path, query={**(query or {}), **at}) as answer:
                if on_headers:
                    on_headers(answer.headers)
                page = _read(answer)
            yield page
            at = _following(page, at)

    def items(self, path, query=None, on_headers=None):
        """Every row of a list, of whichever kind."""
        for page in self.pages(path, query, on_headers):
            yield from page["content"] if isinstance(page, dict) else page

    def save(self, path, file, query=None):
        """Writes a download to a file as it comes, and returns the name the service gave it."""
        part = f"{os.fspath(file)}.{uuid.uuid4().hex}"
        try:
            with self.open(path, query=query) as answer, open(part, "wb") as output:
                shutil.copyfileobj(answer, output, _CHUNK)
                if answer.length:
                    raise http.client.IncompleteRead(b"", answer.length)
                name = answer.headers.get_filename()
            os.replace(part, file)
            return name
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.remove(part)

    def feed(self, store=None, start=0, live=True, size=500, events=None, **only):
        """The events of the account in their order, for ever, or up to the last one with live=False.

        A position is saved only when what came before it was handled. A reader that was killed gets the events since
        then again, at most `size` of them. `only` may be thirdpartyId, dossierId or documentId.
        """
        position = (store.load() if store else None) or {"after": start, "last": None}
        self._compare_last(position)
        first = True
        while True:
            query = {"after": position["after"], "size": size, **only}
            if events:
                query["names"] = list(events)
            answer = self._read_feed(query, live, first)
            first = False
            handled = None
            try:
                for event in answer["content"]:
                    yield event
                    handled = event
            except BaseException:
                # The loop was left in the middle; of the event it was left at nobody knows whether it was handled.
                if store and handled:
                    store.save(_position_at(handled["seq"], handled))
                raise
            last = handled or position.get("last")
            reached = _position_at(answer["next"], last)
            if store and reached["after"] != position["after"]:
                store.save(reached)
            position = reached
            if not live and answer["next"] >= answer["head"]:
                return

    def _read_feed(self, query, live, first):
        """Whoever follows for ever outlives the outages of the service, but is told of a mistake at first."""
        if live:
            query["wait"] = 30
        failures = 0
        while True:
            try:
                return self.get("/events", query=query, timeout=self._vigie.timeout + (30 if live else 0))
            except (VigieProblem, OSError, http.client.HTTPException) as error:
                temporary = error.retryable if isinstance(error, VigieProblem) else True
                if first or not live or not temporary:
                    raise
            failures += 1
            time.sleep(min(_back_off(failures), 30))

    def _compare_last(self, position):
        last = position.get("last")
        if last is None:
            return
        found = self.get("/events", query={"after": last["seq"] - 1, "size": 1})["content"]
        if found and found[0]["seq"] == last["seq"] and found[0]["hash"] != last["hash"]:
            raise FeedRewound(f"Event {last['seq']} is another than the one that was read.")


class FileStore:
    """Keeps the position of a feed in a file, whole even if the machine stops while it is written."""

    def __init__(self, path):
        self._path = os.fspath(path)

    def load(self):
        try:
            with open(self._path, encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def save(self, position):
        part = f"{self._path}.{uuid.uuid4().hex}"
        with open(part, "w", encoding="utf-8") as file:
            json.dump(position, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self._path)


def verify_webhook(body, headers, secrets, tolerance=300, now=None):
    """The message, once it is known to come from the service and to be of now.

    body: the bytes as they were received. secrets: one, or both while a secret is being changed.
    """
    given = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not given.get(name):
            raise WebhookRefusal("HEADER_MISSING", f"The message has no {name}.")
    stamp = given["webhook-timestamp"]
    present = time.time() if now is None else now
    if not re.fullmatch("[0-9]+", stamp) or abs(present - int(stamp)) > tolerance:
        raise WebhookRefusal("TIMESTAMP_INVALID", "The message is too old or too new, or a clock is wrong.")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{given['webhook-id']}.{stamp}.".encode() + raw
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        try:
            key = base64.b64decode(re.sub("^whsec_", "", secret), validate=True)
        except binascii.Error:
            raise WebhookRefusal("SECRET_INVALID", "A secret is whsec_ and base64, as the service gave it.") from None
        wanted = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(wanted, one.encode()) for one in given["webhook-signature"].split(" ")):
            return json.loads(raw)
    raise WebhookRefusal("SIGNATURE_INVALID", "None of the signatures was made with one of the secrets.")


def wait_for(read, reached, timeout=300.0, interval=0.5):
    """Reads something until it is as wanted: wait_for(lambda: account.get(path), lambda it: it["state"] == "DONE")."""
    end = time.monotonic() + timeout
    while True:
        value = read()
        if reached(value):
            return value
        if time.monotonic() + interval > end:
            raise VigieTimeout(f"What was waited for did not come within {timeout} s.")
        time.sleep(interval)
        interval = min(interval * 1.5, 10)


def parse_time(text):
    """A time of the service, which writes UTC without naming a zone. Days begin at midnight UTC."""
    plain = text[:-1] if text.endswith("Z") else text
    # Before 3.11 Python reads three or six digits of a second only.
    moment = datetime.fromisoformat(re.sub(r"\.(\d{1,2})$", lambda found: f".{found[1]:0<3}", plain))
    return moment.replace(tzinfo=timezone.utc)


def format_time(moment):
    """As parameters of the service take it: UTC, to the second. Give it a time that has a zone."""
    if moment.tzinfo is None:
        raise ValueError("Give a time with a zone, e.g. datetime.now(timezone.utc).")
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")


_SIGNS = "=+\\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b"
_PASSED = "(?:[^\\S\\t\\r\\n]|[\"'])*"
# Exports put an apostrophe before whatever a spreadsheet would run, each of which is taken out again.
_GUARD = re.compile(f"\\A'(?={_PASSED}[{_SIGNS}\\t\\r\\n])|(?<=[;,\\t\\r\\n])'(?={_PASSED}(?:[{_SIGNS}\\t]|\\Z))")


def csv_rows(table):
    """The rows of an export as dicts, one after the other: with account.open("/thirdparties/export.csv") as it: …"""
    text = io.StringIO(table, newline="") if isinstance(table, str) else io.TextIOWrapper(
        table, encoding="utf-8-sig", newline="")
    for row in csv.DictReader(text):
        yield {name: _GUARD.sub("", value or "") for name, value in row.items()}


def csv_text(rows):
    """Rows, which are dicts with the same keys, as a text to import."""
    output = io.StringIO(newline="")
    writer = csv.DictWriter(output, fieldnames=list(rows[0]) if rows else [])
    writer.writeheader()
    writer.writerows(rows)
    return output.getvalue()


def _quote_name(name):
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _query_text(query):
    parts = []
    for name, value in (query or {}).items():
        if value is None:
            continue
        # A parameter comes once: the service reads several values from one text with commas.
        values = value if isinstance(value, (list, tuple)) else [value]
        texts = [str(one).lower() if isinstance(one, bool) else str(one) for one in values]
        parts.append(f"{name}=" + ",".join(urllib.parse.quote(text, safe="") for text in texts))
    return "?" + "&".join(parts) if parts else ""


def _body_to_send(body):
    if body is None:
        return None, None, None
    if isinstance(body, Form):
        return body.chunks(), body.content_type, body.size()
    if isinstance(body, os.PathLike):
        return open(body, "rb"), "text/csv; charset=utf-8", os.path.getsize(body)
    if isinstance(body, bytes):
        return body, "application/octet-stream", None
    # No operation takes a bare text as JSON; those that take text take a table.
    if isinstance(body, str):
        return body.encode(), "text/csv; charset=utf-8", None
    return json.dumps(body).encode(), "application/json", None


def _read(answer):
    data = answer.read()
    kind = answer.headers.get("content-type") or ""
    if answer.status == 204 or not data:
        return None
    if re.search(r"\bjson\b", kind):
        return json.loads(data)
    return data.decode("utf-8-sig") if kind.startswith("text/") else data


def _problem_body(error):
    try:
        body = json.loads(error.read())
        return body if isinstance(body, dict) else {}
    except (ValueError, OSError, http.client.HTTPException):
        return {}


def _following(page, at):
    if not isinstance(page, dict):
        return None
    if page.get("next") is not None:
        return {"cursor": page["next"]}
    # Short lists know page numbers only. After a cursor, its absence is the end.
    number = page.get("page", 0)
    return {"page": number + 1} if "cursor" not in at and number + 1 < page.get("totalPages", 0) else None


def _position_at(after, last):
    return {"after": after, "last": last and {"seq": last["seq"], "hash": last["hash"]}}


def _back_off(nth):
    return 0.2 * 2 ** (nth - 1) * (0.5 + random.random())
