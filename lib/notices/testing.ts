import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A letter as the mail server took it. */
export interface TakenLetter {
  to: string[];
  raw: string;
}

/** A mail server on this machine. `refuses`: addresses that it takes nothing for. For tests. */
export async function testMailServer(
  refuses: readonly string[] = [],
): Promise<{ url: string; letters: TakenLetter[]; stop: () => Promise<void> }> {
  const letters: TakenLetter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done(
        refuses.includes(address)
          ? Object.assign(new Error("no such box"), { responseCode: 550 })
          : null,
      ),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        letters.push({
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What was posted to a receiver on this machine, which answers `status()`. For tests. */
export async function testReceiver(
  status: () => number,
): Promise<{ url: string; bodies: string[]; stop: () => Promise<void> }> {
  const bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(status()).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/services/T0/secret-path`,
    bodies,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
