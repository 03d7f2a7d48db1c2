import { makeTwoServices, query } from "@/e2e/support/ask-server";
import { startServer, type RunningServer } from "@/e2e/support/server";
import type { Service } from "@/tests/actions/service";

export interface AuditEvent {
  action: string;
  serviceId: string | null;
  email: string | null;
}

/**
 * A server without the sandbox, and its two services. `own` has a member of every role,
 * `ROLE@shop.example`, with the owner's password.
 */
export interface TwoServicesServer {
  server: RunningServer;
  own: Service;
  foreign: Service;
  /** Reads the audit log, with whose doing each event was. */
  readAudit: () => Promise<AuditEvent[]>;
}

/** Starts it. Its providers may be on loopback. */
export async function startTwoServices(): Promise<TwoServicesServer> {
  const server = await startServer({ SANDBOX: "0", PROVIDER_ALLOW: "127.0.0.1" });
  const { own, foreign } = (await makeTwoServices(server.socket)) as {
    own: Service;
    foreign: Service;
  };
  const readAudit = () =>
    query<AuditEvent>(
      server.socket,
      `SELECT e.action, e.service_id AS "serviceId", m.email FROM audit_event e LEFT JOIN member m ON m.id::text = e.actor_id ORDER BY e.id`,
    );
  return { server, own, foreign, readAudit };
}
