/**
 * Finds where the front end shows a post: its own address with the path that the post has in WordPress.
 *
 * @param frontEndUrl Address of the front end, or empty.
 * @param permalink   Address of the post in WordPress.
 * @return Null where it cannot be known.
 */
export function siteAddress(
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

/**
 * Returns the host of an address as people know it, or the address itself when it is none.
 */
export function hostOf( url: string ): string {
	try {
		return new URL( url ).host;
	} catch {
		return url;
	}
}
