import { z } from "zod";
import { composedSchema, nonce, templateLanguage } from "./compose";
import { filled, idText, mostRecipientId, name, text } from "./text";

/** Far more than a test goes to: that it has too many recipients is for sending it to say. */
const most = 2_000;
const ids = z.array(idText).max(most).readonly();

const testChoiceSchema = z.object({
  /** Ids of saved lists that are marked as test groups. */
  groups: ids,
  /** Ids of registered devices. */
  devices: ids,
  /** Push ids of browsers that have just registered. */
  browsers: z.array(filled(mostRecipientId)).max(most).readonly(),
  /** User ids, whether or not they are in any list. */
  users: z.array(filled(mostRecipientId)).max(most).readonly(),
});
/** Who a test is for. */
export type TestChoice = z.output<typeof testChoiceSchema>;

/** Arguments of sending a test. */
export const sendTestSchema = z.object({
  request: composedSchema,
  nonce,
  choice: testChoiceSchema,
  language: templateLanguage,
});
/** Arguments of asking what became of one. */
export const testProgressSchema = z.object({ transids: ids });
/** Arguments of looking for what one can go to. */
export const testTargetsSchema = z.object({
  appid: text(200),
  text: text(mostRecipientId),
  chosen: ids,
});
/** A choice that is stored as a test group. */
export const testGroupSchema = z.object({
  appid: text(200),
  name: name(200),
  choice: testChoiceSchema,
});
