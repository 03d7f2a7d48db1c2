import { z } from "zod";
import { filled, text } from "./text";

/** An e-mail address as it is kept and looked up. */
const email = text(254).trim().toLowerCase().pipe(z.email("Write an e-mail address, like ada@example.com."));

/** The first member. Form, verb and configuration share this. */
export const ownerSchema = z.object({
  email,
  name: text(100).trim().min(1, "Write your name."),
  password: text(256).min(10, "At least 10 characters."),
});

/** What somebody writes to become the first member: with the code that was printed at the start. */
export const setupSchema = ownerSchema.extend({ code: filled(100) });

/** What somebody signs in with. An address that cannot be one belongs to nobody. */
export const credentialsSchema = z.object({ email: filled(254), password: filled(256) });
