import { useEffect, useState } from 'preact/hooks';
import type { Payment } from '../payment/payment.js';
import type { Stage } from '../payment/stage.js';

export function useStage(payment: Payment): Stage {
  const [stage, setStage] = useState(payment.stage);
  useEffect(() => payment.subscribe(() => setStage(payment.stage)), [payment]);
  return stage;
}

const SECOND_MS = 1_000;

export const deviceNowMs = () => Date.now();

/** The time, looked at every second. */
export function useNowMs(nowMs: () => number): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), SECOND_MS);
    return () => clearInterval(timer);
  }, [nowMs]);
  return now;
}
