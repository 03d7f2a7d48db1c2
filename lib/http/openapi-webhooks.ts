import { updateSchemaVersion } from "@/lib/interface/update-schema";

/**
 * The name of the schema in the document, with its version: receivers built for one version go on
 * working when there is another.
 */
export const updateSchemaName = `DeliveryUpdateV${updateSchemaVersion}`;

const header = (name: string, description: string, required: boolean) => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
});

/**
 * What Clarion calls, as the `webhooks` of an OpenAPI 3.1 document: one POST for each change of
 * each delivery, to notify URLs and webhooks alike.
 */
export const webhooks = {
  deliveryUpdate: {
    post: {
      operationId: "receiveDeliveryUpdate",
      summary: "A delivery was submitted, delivered, read, or failed",
      description:
        "Sent to the notify URL of the request, or else of the service, and to each webhook that subscribes to this kind. An update may arrive twice, and two updates of one delivery in any order: use `webhook-id` to drop duplicates.",
      security: [],
      parameters: [
        header("webhook-id", "The update’s id, the same at every attempt.", true),
        header("webhook-timestamp", "Time of this attempt, seconds UTC.", true),
        header(
          "x-hub-signature",
          "`sha256=` and the HMAC-SHA-256 of the exact body in hex, if the receiver has a signing secret.",
          false,
        ),
        header(
          "webhook-signature",
          "`v1,` and the HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` in base64 (Standard Webhooks), if the receiver has a signing secret.",
          false,
        ),
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: { $ref: `#/components/schemas/${updateSchemaName}` } },
        },
      },
      responses: {
        "2XX": { description: "Accepted." },
        "410": {
          description:
            "The webhook is switched off and gets no updates until somebody switches it on again.",
        },
        default: {
          description:
            "Clarion retries the update for 24 hours, then parks it; parked updates can be sent again.",
        },
      },
    },
  },
};
