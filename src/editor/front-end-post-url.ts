/**
 * Returns the URL of a post on the front end: the front end's URL with the path of the post in WordPress.
 *
 * @param frontEndUrl Address of the front end, or empty.
 * @param permalink   Address of the post in WordPress.
 * @return Null if it is unknown.
 */
export function frontEndPostUrl(
	frontEndUrl: string,
	permalink: string
): string | null {
	try {
		const { pathname, search } = new URL( permalink );
		const base = new URL( frontEndUrl );
		return (
			base.origin +
			base.pathname.replace( /\/+$/, '' ) +
			pathname +
			search
		);
	} catch {
		return null;
	}
}
