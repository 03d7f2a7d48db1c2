import type { Sql } from "@/lib/database/sql";
import { endpointsOf } from "./endpoints";
import { postUpdate, type Post } from "./post";
import { notifyurlReceiver } from "./receivers";
import { sendTest, type TestAnswer } from "./send-test";

/** What came of calling a notify URL. */
export type NotifyurlAnswer = Omit<TestAnswer, "body">;

/**
 * Calls a notify URL with one delivery update, as a real one is called; see `sendTest`.
 *
 * @param what `url` "": the service's own, with its authentication
 * @param post given by tests alone
 * @returns undefined when there is no URL to call
 */
export async function probeNotifyurl(
  sql: Sql,
  what: {
    serviceId: string;
    url: string;
    notifyAuthId: string;
    callbackData: string;
    correlationid: string;
  },
  post: Post = postUpdate,
): Promise<NotifyurlAnswer | undefined> {
  const { serviceId, callbackData, correlationid } = what;
  const service = (await endpointsOf(sql, [serviceId])).get(serviceId);
  const url = what.url || (service?.notifyurl ?? "");
  const notifyAuthId =
    what.notifyAuthId || (what.url === "" ? (service?.notifyurlAuthId ?? "") : "");
  if (url === "") return undefined;
  const to = { receiver: notifyurlReceiver, url, notifyAuthId };
  const { body: _, ...answer } = await sendTest(
    sql,
    { serviceId, kind: "submitted", to, callbackData, correlationid },
    post,
  );
  return answer;
}
