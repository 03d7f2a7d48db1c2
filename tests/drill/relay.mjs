import { connect, createServer } from "node:net";

// Listens at an address and passes connections on to the same ports of another one: a host of the
// drill reaches the lab, which listens on loopback alone, under the lab's own addresses.
// node tests/drill/relay.mjs FROM TO PORT…
const [from = "", to = "", ...ports] = process.argv.slice(2);
for (const port of ports.map(Number))
  createServer({ noDelay: true }, (socket) => {
    const onward = connect({ port, host: to, noDelay: true });
    socket.pipe(onward).pipe(socket);
    for (const one of [socket, onward])
      one
        .on("error", () => undefined)
        .on("close", () => {
          socket.destroy();
          onward.destroy();
        });
  }).listen(port, from);
