/**
 * Frees the memory of what flows through: of uploads, of what is unpacked.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much may have flowed through before its memory is freed. */
const MAX_BYTES = 8 * 1024 * 1024;

let bytes = 0;
let collect: ( ( options: { type: 'minor' } ) => void ) | null = null;

/**
 * Counts what flowed through, and now and then has V8 look through its youngest objects, which takes less than a
 * millisecond. V8 sees how small the object of a buffer is, not what it holds: by itself it would look again when 70 MB
 * of used buffers lie around.
 *
 * @param size Bytes of a buffer that is used once.
 */
export function noteLitter( size: number ): void {
	bytes += size;
	if ( bytes < MAX_BYTES ) {
		return;
	}
	bytes = 0;
	if ( ! collect ) {
		setFlagsFromString( '--expose-gc' );
		collect = runInNewContext( 'gc' ) as NonNullable< typeof collect >;
	}
	collect( { type: 'minor' } );
}
