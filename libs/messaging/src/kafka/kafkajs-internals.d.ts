declare module 'kafkajs/src/network/requestQueue/index.js' {
  /** Not meant for others, and as of kafkajs 2.2.4 in need of mending. */
  export default class RequestQueue {
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
  }
}
