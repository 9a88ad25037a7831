import type { MerchantCommand } from '../merchant-command.js';
import type { CreatePostbackEndpointDto } from './create-postback-endpoint.dto.js';
import type { RecoverPostbacksDto } from './recover-postbacks.dto.js';
import type { UpdatePostbackEndpointDto } from './update-postback-endpoint.dto.js';

interface EndpointCommand<Body> extends MerchantCommand<Body> {
  readonly endpoint_id: string;
}

export type CreatePostbackEndpointCommand = EndpointCommand<CreatePostbackEndpointDto>;
export type UpdatePostbackEndpointCommand = EndpointCommand<UpdatePostbackEndpointDto>;
export type DeletePostbackEndpointCommand = EndpointCommand<null>;
export type RotatePostbackSecretCommand = EndpointCommand<null>;
/** Sends `postback.test` to this endpoint alone. */
export type TestPostbackEndpointCommand = EndpointCommand<null>;
export type RecoverPostbacksCommand = EndpointCommand<RecoverPostbacksDto>;

export interface ResendPostbackCommand extends MerchantCommand<null> {
  readonly delivery_id: string;
}
