import type { z } from "zod";
import type { templateContentSchema } from "@/lib/template/content";

/**
 * The template that the sandbox starts with: all three blocks, two buttons, and parameters of both
 * sorts.
 */
export const orderShipped = {
  templateId: "order_shipped",
  name: "Order shipped",
  parameters: [
    {
      name: "name",
      required: true,
      maxLength: 40,
      sample: "Maya",
      description: "First name of the recipient.",
    },
    {
      name: "order",
      required: true,
      maxLength: 20,
      sample: "A-1042",
      description: "Number of the order.",
    },
    {
      name: "days",
      type: "number",
      default: "3",
      maxLength: 3,
      sample: "2",
      description: "Days until it arrives.",
    },
  ],
  blocks: {
    android: {
      title: "Your order is on its way",
      text: "${name}, order ${order} left our house today. It is with you in ${days} days.",
      extras: {
        collapse_key: "ordershipped",
        time_to_live: 86_400,
        notificationaction: {
          action: "OPEN_URL",
          value: "https://shop.clarion.example/orders/${order}",
        },
        customtags: { order: "${order}" },
      },
    },
    ios: {
      title: "Your order is on its way",
      text: "${name}, order ${order} left our house today. It is with you in ${days} days.",
      extras: {
        badge: 1,
        sound: "default",
        time_to_live: 86_400,
        customtags: { order: "${order}" },
      },
    },
    web: {
      platform_types: ["chrome", "firefox", "safari"],
      title: "Your order is on its way",
      text: "${name}, order ${order} left our house today.",
      url: "https://shop.clarion.example/orders/${order}",
      actiontext: "Track it",
      extras: { time_to_live: 86_400 },
    },
    interactive: {
      category: "DOUBLE_SHOPNOW_CANCEL",
      device_types: ["android", "ios"],
      actions: [
        { pos: 1, action: "OPEN_URL", value: "https://shop.clarion.example/" },
        { pos: 2, action: "DISMISS" },
      ],
      pushref: "order_shipped",
    },
  },
} satisfies { templateId: string; name: string } & z.input<typeof templateContentSchema>;
