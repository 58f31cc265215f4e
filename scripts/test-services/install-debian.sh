#!/bin/sh
# Installs the real services some tests need, when they are missing and this user may install them.
# Starts none of them. Always exits 0: a test whose service is absent says so itself (and fails under CI=true).
set -eu

tests_of() {
  case "$1" in
    chromium) echo 'browser tests' ;;
    clamav-daemon) echo 'tests against the virus scanner clamd' ;;
    curl | jq) echo 'the examples of the documents' ;;
    pgbouncer) echo 'tests through the connection pooler PgBouncer' ;;
    postgresql) echo 'tests against an external PostgreSQL' ;;
    prometheus) echo 'proofs that alarms ring, and the check of their rules' ;;
    python3) echo 'tests of the Python client' ;;
    swift-*) echo 'S3 object store tests' ;;
  esac
}

is_there() {
  case "$1" in
    chromium | curl | jq | prometheus | python3) command -v "$1" ;;
    clamav-daemon) ls /usr/sbin/clamd ;;
    pgbouncer) ls /usr/sbin/pgbouncer ;;
    postgresql) command -v postgres || ls /usr/lib/postgresql/*/bin/postgres ;;
    swift-*) command -v "$1-server" ;;
  esac >/dev/null 2>&1
}

list_missing() {
  for package in chromium clamav-daemon curl jq pgbouncer postgresql prometheus python3 swift-proxy swift-account swift-container swift-object; do
    is_there "$package" || printf '%s ' "$package"
  done
}

report_skipped() {
  echo "test services: $1; missing: $2"
  for package in $2; do tests_of "$package"; done | sort -u | while read -r tests; do
    echo "test services: skipped for that reason: $tests"
  done
}

missing=$(list_missing)
missing=${missing% }
if [ -z "$missing" ]; then
  echo 'test services: all installed'
  exit 0
fi
if [ ! -e /etc/debian_version ] || ! command -v apt-get >/dev/null 2>&1; then
  report_skipped 'not a Debian-like system, nothing installed' "$missing"
  exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
  report_skipped 'not root, nothing installed' "$missing"
  exit 0
fi

# dpkg asks this file before it starts a service; 101 means "do not".
policy=/usr/sbin/policy-rc.d
work=$(mktemp -d)
restore() {
  rm -f "$policy"
  if [ -e "$work/policy-rc.d" ] || [ -L "$work/policy-rc.d" ]; then mv "$work/policy-rc.d" "$policy"; fi
  rm -rf "$work"
}
trap restore EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
if [ -e "$policy" ] || [ -L "$policy" ]; then mv "$policy" "$work/policy-rc.d"; fi
printf '#!/bin/sh\nexit 101\n' >"$policy"
chmod 755 "$policy"

export DEBIAN_FRONTEND=noninteractive
quiet_apt() {
  if apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >"$work/log" 2>&1 </dev/null; then return 0; fi
  tail -n 5 "$work/log" >&2
  return 1
}

echo 'test services: refreshing the package lists'
quiet_apt update || echo 'test services: package lists not refreshed, trying with those at hand'
for package in $missing; do
  echo "test services: installing $package"
  quiet_apt install -y --no-install-recommends "$package" || echo "test services: $package could not be installed"
done

missing=$(list_missing)
missing=${missing% }
if [ -n "$missing" ]; then report_skipped 'installation failed' "$missing"; fi
