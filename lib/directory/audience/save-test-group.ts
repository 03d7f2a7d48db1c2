import type { Member } from "@/lib/auth/member";
import { addRecipients, createAudience, finishAudience } from "./fill";
import { testRecipients, type TestChoice } from "./test-recipients";

/**
 * Keeps a choice as a test group: who is in it now, with the values they have. Returns its id. Throws `ForbiddenError` below marketer, `AudienceError` when
 * the choice cannot be used or the name is taken.
 */
export async function saveTestGroup(member: Member, appid: string, name: string, choice: TestChoice): Promise<string> {
  const recipients = await testRecipients(member, appid, choice);
  const id = await createAudience(member, { appid, name, test: true });
  await addRecipients(
    member,
    id,
    recipients.map(({ type, id: identifier, parameters }) => ({ type, id: identifier, parameters: { ...parameters } })),
  );
  await finishAudience(member, id);
  return id;
}
