import { updateSchemaVersion } from "@/lib/interface/update-schema";

/** The name of the schema in the document, with its version: receivers made for one go on working when there is another. */
export const updateSchemaName = `DeliveryUpdateV${updateSchemaVersion}`;

const header = (name: string, description: string, required: boolean) => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
});

/** What Clarion calls, as the `webhooks` of an OpenAPI 3.1 document: one POST for each change of each delivery, to notify URLs and webhooks alike. */
export const webhooks = {
  deliveryUpdate: {
    post: {
      operationId: "receiveDeliveryUpdate",
      summary: "A delivery was submitted, delivered, read, or failed",
      description:
        "Sent to the notify URL of the request, else of the service, and to each webhook that asks for this kind. The same update may come twice, and two updates of one delivery in any order: drop repeats by `webhook-id`.",
      security: [],
      parameters: [
        header("webhook-id", "The update’s id, the same at every attempt.", true),
        header("webhook-timestamp", "Time of this attempt, seconds UTC.", true),
        header(
          "x-hub-signature",
          "`sha256=` and the HMAC-SHA-256 of the exact body in hex; where the receiver has a signing secret.",
          false,
        ),
        header(
          "webhook-signature",
          "`v1,` and the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` in base64 (Standard Webhooks); where the receiver has a signing secret.",
          false,
        ),
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: `#/components/schemas/${updateSchemaName}` } } },
      },
      responses: {
        "2XX": { description: "Taken." },
        "410": { description: "A webhook is switched off, and told nothing until somebody switches it on again." },
        default: { description: "Tried again for a while, then parked; parked ones can be sent again." },
      },
    },
  },
};
