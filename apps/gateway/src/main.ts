import { runProcess } from '@centavo/service';
import { startGateway } from './gateway.js';

await runProcess({ name: 'gateway', requests: true, readsReplica: true, start: startGateway });
