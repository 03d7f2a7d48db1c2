import { createServer as createTcp, type AddressInfo, type Server } from "node:net";
import { createServer as createTls } from "node:tls";
import { generate } from "selfsigned";
import { afterEach, describe, expect, it } from "vitest";
import { config } from "@/lib/config/config";
import { closeMail, mailProblem, sendMail } from "./mail";

const servers: Server[] = [];
const before = { SMTP_URL: config().SMTP_URL, SMTP_FROM: config().SMTP_FROM };

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** What a person reads of a letter that this mail server gets. */
async function problemWith(url: string): Promise<string> {
  Object.assign(config(), { SMTP_URL: url, SMTP_FROM: "clarion@example.com" });
  const error: unknown = await sendMail({
    to: "ada@example.com",
    subject: "Hello",
    text: "Hello",
  }).catch((thrown: unknown) => thrown);
  return mailProblem(error);
}

afterEach(() => {
  closeMail();
  Object.assign(config(), before);
  for (const server of servers.splice(0)) server.close();
});

describe("a mail server", () => {
  it("whose certificate has an unknown authority is reported with the remedy", async () => {
    const { cert, private: key } = await generate(
      [{ name: "commonName", value: "mail.example.com" }],
      {
        algorithm: "sha256",
        keySize: 2048,
      },
    );
    const port = await listen(
      createTls({ cert, key }, (socket) => socket.end("220 mail.example.com\r\n")),
    );
    expect(await problemWith(`smtps://127.0.0.1:${port}`)).toBe(
      "The certificate of the mail server is not trusted here. Let the server send its whole chain, or add its authority to NODE_EXTRA_CA_CERTS.",
    );
  });

  it("that is not there does not answer", async () => {
    const port = await listen(createTcp());
    servers.splice(0)[0]?.close();
    expect(await problemWith(`smtp://127.0.0.1:${port}`)).toBe(
      "The mail server does not answer. Check SMTP_URL.",
    );
  });

  it("that refuses name and password is reported so, without them", async () => {
    const port = await listen(
      createTcp((socket) => {
        socket.on("error", () => undefined);
        socket.write("220 mail.example.com\r\n");
        socket.on("data", (data) =>
          socket.write(
            data.toString().startsWith("EHLO")
              ? "250-mail.example.com\r\n250 AUTH PLAIN\r\n"
              : "535 no\r\n",
          ),
        );
      }),
    );
    const words = await problemWith(`smtp://me:hush@127.0.0.1:${port}`);
    expect(words).toBe("The mail server does not accept the name and password in SMTP_URL.");
    expect(words).not.toContain("hush");
  });
});
