import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";

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

/** Inserts an admin of a service `Own`, and a service `Foreign`. For tests. */
export async function testServices(
  sql: Sql,
): Promise<{ own: string; foreign: string; adminId: string }> {
  const [own, foreign, adminId] = [newId(), newId(), newId()];
  await sql.query("INSERT INTO service (id, name) VALUES ($1, 'Own'), ($2, 'Foreign')", [
    own,
    foreign,
  ]);
  await sql.query(
    "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'admin@example.com', 'Admin', 'x')",
    [adminId],
  );
  await sql.query("INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'admin')", [
    adminId,
    own,
  ]);
  return { own, foreign, adminId };
}

/** Deletes what there are notices of, and the settings of members. For tests. */
export async function clearNotices(sql: Database): Promise<void> {
  for (const table of [
    "credential",
    "approval",
    "campaign",
    '"update"',
    "webhook",
    "service_key",
    "jwt_secret",
    "app",
    "notice_settings",
    "notice_told",
    "job",
  ])
    await sql.script(`DELETE FROM ${table}`);
}

/** Inserts an app with a credential that Firebase refuses. For tests. */
export async function refusedCredential(sql: Sql, serviceId: string, name = "Shop"): Promise<void> {
  const appId = newId();
  await sql.query(
    "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, $3, $4, $3)",
    [appId, serviceId, newId(), name],
  );
  await sql.query(
    `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, flagged_at, flag_reason, updated_at)
     VALUES ($1, $2, 'fcm', '{}', ''::bytea, now(), 'invalid_grant', now())`,
    [newId(), appId],
  );
}

/** Inserts a key of a service, named by when it ends. `more`: a column that gets an id. */
export async function testKey(
  sql: Sql,
  serviceId: string,
  endsIn: string,
  madeAgo: string,
  more = "",
): Promise<void> {
  await sql.query(
    `INSERT INTO service_key (id, service_id, name, prefix, hash, created_at, expires_at${more === "" ? "" : `, ${more}`})
     VALUES ($1, $2, $3::text, 'ck_1234', $4, now() - $5::interval, now() + $3::text::interval${more === "" ? "" : ", $1"})`,
    [newId(), serviceId, endsIn, Buffer.from(newId()), madeAgo],
  );
}
