/** What is said once a campaign was paused, resumed or stopped, wherever that was done. */
export const steeringNews = {
  pause: "Paused. Nothing more is sent until it is resumed.",
  resume: "Resumed. What is left is sent now.",
  stop: "Stopped. What was not sent is left out.",
} as const;
