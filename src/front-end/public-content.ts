/** A parameter that asks for content that not every visitor may see. */
const PRIVATE_PARAMETER = /^password=|^context=edit$|^status\b(?!.*=publish$)/;

const PRIVATE_STATUS = /^(draft|pending|private|future)$/;

/** Returns whether a request asks for what every visitor may see. */
export function isPublicRequest(
	{ searchParams }: URL,
	{ headers }: RequestInit
): boolean {
	const sent = new Headers( headers );
	return (
		! sent.has( 'authorization' ) &&
		! sent.has( 'cookie' ) &&
		! [ ...searchParams ].some( ( parameter ) =>
			PRIVATE_PARAMETER.test( parameter.join( '=' ) )
		)
	);
}

type PostStatus = { status?: string } | null;

/**
 * Returns whether a response is the same for every visitor: not a draft, a preview or content behind a password.
 *
 * @param response Its body stays readable.
 */
export async function isPublicResponse(
	response: Response
): Promise< boolean > {
	const body: PostStatus | PostStatus[] = await response
		.clone()
		.json()
		.catch( () => null );
	return (
		// WordPress sends it to users who are signed in, however they signed in.
		! /private|no-store/i.test(
			response.headers.get( 'cache-control' ) ?? ''
		) &&
		! [ body ]
			.flat()
			.some( ( one ) => PRIVATE_STATUS.test( one?.status ?? '' ) )
	);
}
