/** WordPress sends less than 20 kB. */
export const MAX_BODY_BYTES = 64_000;

/** @return Null when the body is too large. The rest is then not read. */
export async function readText( request: Request ): Promise< string | null > {
	const decoder = new TextDecoder();
	const reader = request.body?.getReader();
	let size = Number( request.headers.get( 'content-length' ) );
	if ( size > MAX_BODY_BYTES ) {
		return null;
	}
	let text = '';
	size = 0;
	for (;;) {
		const part = await reader?.read();
		if ( ! part || part.done ) {
			return text + decoder.decode();
		}
		size += part.value.byteLength;
		if ( size > MAX_BODY_BYTES ) {
			await reader?.cancel();
			return null;
		}
		text += decoder.decode( part.value, { stream: true } );
	}
}
