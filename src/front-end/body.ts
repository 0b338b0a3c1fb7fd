/** WordPress sends less than 20 kB. */
const MAX_BODY_BYTES = 64_000;

/** @return Null when the body is too large. The rest is then not read. */
export async function readText( { body }: Request ): Promise< string | null > {
	const decoder = new TextDecoder();
	let text = '';
	let size = 0;
	for await ( const part of body ?? [] ) {
		size += part.length;
		if ( size > MAX_BODY_BYTES ) {
			return null;
		}
		text += decoder.decode( part, { stream: true } );
	}
	return text + decoder.decode();
}
