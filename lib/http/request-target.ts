import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { refuseMethod, sendError } from "./reply";

/** Methods that any address accepts; the server implements no others (RFC 9110, 9.1). */
const serverMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** What the console's pages and actions take. */
const ofPages = ["GET", "HEAD", "POST", "OPTIONS"];

/**
 * Reads what a request is for, in each form that RFC 9112, 3.2 has, and leaves a path in
 * `request.url` that every handler can decode. `OPTIONS *` and what asks for nothing that could be
 * here are answered. Answers whether the request is still to be handled.
 */
export function settleTarget(request: IncomingMessage, response: ServerResponse): boolean {
  const target = request.url ?? "";
  if (target === "*") {
    if (request.method === "OPTIONS") answerMethods(response, serverMethods);
    else sendError(request, response, 400, "The target * is for OPTIONS alone.");
    return false;
  }
  if (target.startsWith("/")) request.url = decodable(target);
  else if (!takeAbsolute(request, target)) {
    sendError(request, response, 400, "The request names no path. Send one that begins with /.");
    return false;
  }
  return true;
}

/**
 * Refuses what no page takes, TRACE above all (RFC 9110, 9.3.8), and answers OPTIONS. Answers
 * whether the request is still to be handled.
 */
export function settlePageMethod(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method === "OPTIONS") answerMethods(response, ofPages);
  else if (!ofPages.includes(request.method ?? "")) refuseMethod(request, response, ofPages);
  else return true;
  return false;
}

/**
 * Refuses CONNECT, which Node hands over with the bare socket: this is no proxy (RFC 9110, 9.3.6).
 */
export function refuseConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => undefined);
  socket.end(
    `HTTP/1.1 405 ${STATUS_CODES[405] ?? ""}\r\nallow: ${serverMethods.join(", ")}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
}

function answerMethods(response: ServerResponse, methods: readonly string[]): void {
  response.writeHead(204, { allow: methods.join(", "), "cache-control": "no-store" }).end();
}

/**
 * The absolute form, which a server must take; its authority counts, for any `host` (RFC 9112,
 * 3.2.2).
 */
function takeAbsolute(request: IncomingMessage, target: string): boolean {
  const [, authority, rest = ""] =
    /^https?:\/\/([^/?#\\@]+)(\/[^#]*|\?[^#]*)?$/i.exec(target) ?? [];
  if (authority === undefined) return false;
  request.url = decodable(rest.startsWith("/") ? rest : `/${rest}`);
  request.headers.host = authority;
  return true;
}

/** Addresses for programs, which decode the steps of their path themselves. */
const forPrograms = /^\/+resources\//;

/**
 * Returns a target whose path is percent-encoded UTF-8. In any other path of a page the percent
 * signs are read as plain characters, so that it is looked up and not found; a user of an address
 * for programs would have another name by that.
 */
function decodable(target: string): string {
  const [path = "/"] = target.split("?", 1);
  if (forPrograms.test(path)) return target;
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll("%", "%25") + target.slice(path.length);
  }
}
