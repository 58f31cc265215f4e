#!/bin/sh
# Makes the files that compose.yaml hands over, each once: what is there stays as it is.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
keep() { [ -e "secrets/$1" ] || cat >"secrets/$1"; }
openssl rand -base64 32 | keep secret-key
openssl rand -hex 24 | keep database-password
openssl rand -hex 24 | keep s3-secret
echo "postgres://vigie:$(cat secrets/database-password)@database/vigie" | keep database-url
keep s3-config <<END
{"identities":[{"name":"vigie","credentials":[{"accessKey":"vigie","secretKey":"$(cat secrets/s3-secret)"}],"actions":["Admin","Read","Write","List"]}]}
END
# Containers read them as a user of their own, so the folder is what keeps others out.
chmod 700 secrets
chmod 644 secrets/*
