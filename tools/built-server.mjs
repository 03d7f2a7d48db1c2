import { buildServer, buildTestRows } from "./prepare.mjs";

/**
 * Before tests that start the server: it is built from the sources as they are, and so is what they
 * ask it for.
 */
export default function prepare() {
  buildServer();
  buildTestRows();
}
