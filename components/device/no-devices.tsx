/** What a list of devices says as long as there is none. */
export const noDevices = {
  title: "No devices yet",
  text: (
    <>
      An app registers its device with <code className="code">PUT /resources/v1/devices</code>; it appears here at once.
    </>
  ),
};
