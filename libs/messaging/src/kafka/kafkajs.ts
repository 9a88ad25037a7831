import kafkajs from 'kafkajs';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/** kafkajs is CommonJS, and Node cannot see all of its exports by name. */
export const { AssignerProtocol, Kafka, KafkaJSError, logLevel, Partitioners } = kafkajs;

/**
 * Every connection of kafkajs 2.2.4 looks once a millisecond whether a request waits behind a throttle, for ever, because with
 * nothing waiting it computes a negative pause (tulios/kafkajs#1704, #1751). Where nothing waits there is nothing to look for: whoever
 * queues a request schedules the check himself.
 */
function stopIdlePolling(): void {
  const { prototype } = RequestQueue;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) schedule.call(this);
  };
}

stopIdlePolling();
