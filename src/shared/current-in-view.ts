/** Scrolls a row of links to the current one, which a phone does not always have room for. */
export function showCurrentLink( row: Element ): void {
	const link = row.querySelector( '[aria-current]' );
	if ( link !== null ) {
		const outer = row.getBoundingClientRect();
		const inner = link.getBoundingClientRect();
		row.scrollLeft +=
			inner.left + inner.width / 2 - outer.left - outer.width / 2;
	}
}
