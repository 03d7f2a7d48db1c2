/** A small request for the command line of the first steps. */
export function sampleRequest(appid: string, userid: string): string {
  return JSON.stringify({
    deliverychannel: "push",
    appid,
    destination: [{ userid: [userid] }],
    channels: {
      push: {
        android: { title: "Hello from a program", text: "One HTTP request brought me here." },
        ios: { title: "Hello from a program", text: "One HTTP request brought me here." },
        web: {
          platform_types: ["chrome", "firefox"],
          title: "Hello from a program",
          text: "One HTTP request brought me here.",
          actiontext: "Open",
        },
      },
    },
  });
}
