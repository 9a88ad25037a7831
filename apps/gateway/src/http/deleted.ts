import { ApiProperty } from '@nestjs/swagger';

/** What a DELETE answers. */
export class Deleted {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: [true] }) deleted!: true;
}
