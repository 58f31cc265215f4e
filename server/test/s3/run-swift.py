"""Runs OpenStack Swift with its S3 API on loopback, all of its state in one folder.

Usage: run-swift.py <folder>. Prints one line of JSON once every server answers, and stops them all when its
standard input closes, so that a test run that dies leaves nothing behind, not even the folder.
"""
import json
import os
import secrets
import shutil
import signal
import socket
import sys
import time
import traceback
import urllib.request

from swift.common import utils

ROLES = ('account', 'container', 'object', 'proxy')

COMMON = '''[DEFAULT]
bind_ip = 127.0.0.1
bind_port = %(port)d
swift_dir = %(root)s
devices = %(root)s/devices
mount_check = false
workers = 0
user = %(user)s
log_level = ERROR
fallocate_reserve = 0
'''

STORAGE = COMMON + '''
[pipeline:main]
pipeline = healthcheck %(role)s-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:%(role)s-server]
use = egg:swift#%(role)s
'''

# tempauth insists on a cache but uses it only for its own tokens, never for S3 signatures: nothing answers there.
PROXY = COMMON + '''
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy bulk slo dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:%(no_cache_port)d
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_vigie_tests = %(secret)s .admin
[filter:copy]
use = egg:swift#copy
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
'''


def write(root, name, text):
    with open(os.path.join(root, name), 'w', encoding='utf-8') as file:
        file.write(text)


def write_rings(root, ports):
    from swift.common.ring import RingBuilder
    for role in ('account', 'container', 'object'):
        builder = RingBuilder(1, 1, 0)
        at = {'ip': '127.0.0.1', 'port': ports[role]}
        builder.add_dev({'region': 1, 'zone': 1, 'device': 'disk', 'weight': 1.0, 'meta': '', **at,
                         'replication_ip': at['ip'], 'replication_port': at['port']})
        builder.rebalance()
        builder.get_ring().save(os.path.join(root, role + '.ring.gz'))


def serve(root, role, listener):
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    from swift.common import wsgi
    # The socket is bound before the rings are written: no port can be taken in between.
    wsgi.get_socket = lambda conf: listener
    options = {}
    if role == 'object':
        from swift.obj import server
        options['global_conf_callback'] = server.global_conf_callback
    wsgi.run_wsgi(os.path.join(root, role + '.conf'), role + '-server', **options)


def wait_until_healthy(port, pid):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if os.waitpid(pid, os.WNOHANG) != (0, 0):
            sys.exit('a Swift server ended while starting')
        try:
            with urllib.request.urlopen('http://127.0.0.1:%d/healthcheck' % port, timeout=5) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.02)
    sys.exit('a Swift server did not become healthy')


def main(root):
    import pwd
    from eventlet import listen
    os.makedirs(os.path.join(root, 'devices', 'disk'))
    try:
        os.setxattr(root, 'user.probe', b'1')
    except OSError as error:
        sys.exit('no extended attributes here: %s' % error)
    listeners = {role: listen(('127.0.0.1', 0), backlog=512) for role in ROLES}
    ports = {role: listeners[role].getsockname()[1] for role in ROLES}
    # Bound and never listening: a port that refuses, and that nobody else can take meanwhile.
    no_cache = socket.socket()
    no_cache.bind(('127.0.0.1', 0))
    secret = secrets.token_hex(16)
    write(root, 'swift.conf', '[swift-hash]\nswift_hash_path_suffix = %s\n' % secrets.token_hex(8))
    for role in ROLES:
        text = PROXY if role == 'proxy' else STORAGE
        user = pwd.getpwuid(os.getuid()).pw_name
        write(root, role + '.conf', text % {
            'role': role, 'port': ports[role], 'root': root, 'user': user, 'secret': secret,
            'no_cache_port': no_cache.getsockname()[1]})
    utils.set_swift_dir(root)
    write_rings(root, ports)
    children = {}
    try:
        for role in ROLES:
            children[role] = os.fork()
            if children[role] == 0:
                try:
                    serve(root, role, listeners[role])
                except BaseException:
                    traceback.print_exc()
                finally:
                    os._exit(1)
        for role in ROLES:
            wait_until_healthy(ports[role], children[role])
        print(json.dumps({'endpoint': 'http://127.0.0.1:%d' % ports['proxy'], 'region': 'us-east-1',
                          'accessKeyId': 'vigie:tests', 'secretAccessKey': secret}), flush=True)
        sys.stdin.read()
    finally:
        for pid in children.values():
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
        shutil.rmtree(root, ignore_errors=True)


if __name__ == '__main__':
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    main(sys.argv[1])
