import { z } from "zod";
import { pageInput } from "./page";
import { idText } from "./text";

/** Whose inbox it is. */
export const inboxOfSchema = z.strictObject({ serviceId: idText });

/** Which page of an inbox. */
export const listInboxSchema = z.object({ serviceId: z.string(), ...pageInput });
