import { afterAll, afterEach } from "vitest";
import { collectLogged, settleLogged } from "@/lib/log/testing";

// An error in the log is a fault that nothing else reported; a test that logs one on purpose says
// so.
// Hooks of a setup file run after those of the tests, so what is logged while a test or a file
// closes counts as well.
collectLogged();
afterEach(settleLogged);
afterAll(settleLogged);
