import { createTransport, type Transporter } from "nodemailer";
import { config } from "@/lib/config/config";
import { once } from "@/lib/runtime/once";

const timeoutMs = 15_000;

const holder = () => once<{ transport?: Transporter }>("mail", () => ({}));

/** One letter: plain text, to one address. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Whether this installation can send e-mail: SMTP_URL and SMTP_FROM are set. */
export function canMail(): boolean {
  const { SMTP_URL, SMTP_FROM } = config();
  return SMTP_URL !== undefined && SMTP_FROM !== undefined;
}

/**
 * Hands a letter to the mail server (RFC 5321). Resolves once the server has accepted it. Throws
 * when there is no server, and the server's error otherwise; {@link mailProblem} turns that into a
 * sentence to show.
 */
export async function sendMail({ to, subject, text }: Letter): Promise<void> {
  const { SMTP_URL, SMTP_FROM } = config();
  if (SMTP_URL === undefined || SMTP_FROM === undefined)
    throw new Error("SMTP_URL and SMTP_FROM are not set.");
  const own = holder();
  own.transport ??= createTransport({
    url: SMTP_URL,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // As objects: a list, or a name with an address in it, would be more recipients than one.
  await own.transport.sendMail({
    from: SMTP_FROM,
    to: { name: "", address: to },
    subject,
    text,
    headers: { "Auto-Submitted": "auto-generated" },
  });
}

/** Returns why a letter was not accepted, in a sentence without anything secret. */
export function mailProblem(error: unknown): string {
  if (!(error instanceof Error)) return "The mail server did not accept the e-mail.";
  const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number };
  if (code === "EAUTH") return "The mail server does not accept the name and password in SMTP_URL.";
  if (code === "EENVELOPE")
    return `The mail server does not accept e-mail from or to this address${said(responseCode)}.`;
  const fault = code === "ESOCKET" || code === "ETLS" ? certificateFault(message) : undefined;
  if (fault !== undefined) return fault;
  if (code === "ESOCKET" || code === "ECONNECTION" || code === "ETIMEDOUT" || code === "EDNS")
    return "The mail server does not answer. Check SMTP_URL.";
  if (code === "ETLS") return "The mail server does not offer an encrypted connection.";
  return `The mail server did not accept the e-mail${said(responseCode)}.`;
}

/** The library keeps the words of TLS alone, not its codes. */
function certificateFault(message: string): string | undefined {
  if (/expired/i.test(message)) return "The certificate of the mail server has expired. Renew it.";
  if (/not yet valid/i.test(message))
    return "The certificate of the mail server is not valid yet. Correct its dates, or the clocks of both machines.";
  if (/altnames/i.test(message))
    return "The certificate of the mail server is for another name. Use the name of the certificate in SMTP_URL.";
  if (/certificate/i.test(message))
    return "The certificate of the mail server is not trusted here. Let the server send its whole chain, or add its authority to NODE_EXTRA_CA_CERTS.";
  return undefined;
}

function said(status: number | undefined): string {
  return status === undefined ? "" : ` (it answered ${status})`;
}

/** Closes lines to the mail server, when the process stops. */
export function closeMail(): void {
  const own = holder();
  own.transport?.close();
  delete own.transport;
}
