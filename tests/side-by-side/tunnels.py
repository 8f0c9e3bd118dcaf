"""Idle WebSocket tunnels through a proxy: both of their ends, which send nothing after the handshake."""
import base64
import hashlib
import os
import random
import selectors
import socket
import threading

from servers import HOST

SUFFIX = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3
BIND_ADDRESS_NO_PORT = 24


class TunnelEnds:
    """A back end that agrees to each upgrade, keeps the connection, and closes it when the proxy does."""

    def __init__(self):
        self.selector = selectors.DefaultSelector()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self.port = self.listener.getsockname()[1]
        self.ended = False

    def __enter__(self):
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended = True
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.selector.close()

    def serve(self):
        while not self.ended:
            for key, _ in self.selector.select(0.2):
                if key.fileobj is self.listener:
                    self.selector.register(self.listener.accept()[0], selectors.EVENT_READ)
                else:
                    self.answer(key.fileobj)

    def answer(self, s):
        try:
            head = s.recv(8192)  # the head of a request comes in one piece
            key = next((line.partition(b":")[2].strip() for line in head.split(b"\r\n")
                        if line.lower().startswith(b"sec-websocket-key:")), None)
            if key is not None:
                accept = base64.b64encode(hashlib.sha1(key + SUFFIX).digest())
                s.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
                return
            if head:
                s.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        except OSError:
            pass  # the proxy has closed
        self.selector.unregister(s)
        s.close()


def read_head(s):
    head = b""
    while b"\r\n\r\n" not in head:
        piece = s.recv(4096)
        if not piece:
            raise ConnectionError(f"the end after {head!r}")
        head += piece
    return head


def open_tunnels(port, count):
    """Opens tunnels through the proxy at a port; returns the clients' sockets."""
    sockets = []
    try:
        add_tunnels(port, count, sockets)
    except (OSError, RuntimeError):
        for s in sockets:
            s.close()
        raise
    return sockets


def add_tunnels(port, count, sockets):
    source = f"127.0.0.{random.randint(2, 250)}"
    for start in range(0, count, 64):
        batch = []
        for _ in range(min(64, count - start)):
            s = socket.socket()
            sockets.append(s)
            s.setsockopt(socket.IPPROTO_IP, BIND_ADDRESS_NO_PORT, 1)
            s.bind((source, 0))
            s.settimeout(20)
            s.connect(("127.0.0.1", port))
            key = base64.b64encode(os.urandom(16))
            s.sendall(b"GET /chat HTTP/1.1\r\nHost: " + HOST.encode() + b"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + b"\r\n\r\n")
            batch.append(s)
        for s in batch:
            head = read_head(s)
            if not head.startswith(b"HTTP/1.1 101"):
                raise RuntimeError(f"no tunnel: {head[:200]!r}")
