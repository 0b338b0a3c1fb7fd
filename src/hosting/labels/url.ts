/** For example “localhost:8890”. */
export function hostAndPort( url: string ): string {
	return url.replace( /^https?:\/\//, '' );
}
