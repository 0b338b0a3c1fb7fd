export function localNumber(
	value: number,
	options?: Intl.NumberFormatOptions
): string {
	try {
		const { lang } = document.documentElement;
		return new Intl.NumberFormat( lang || 'en', options ).format( value );
	} catch {
		// A locale of WordPress such as “pt-PT-ao90” is not a language tag.
		return String( value );
	}
}
