/**
 * Turns an element into another one by changing only what differs, so that what stays the same keeps its place, its
 * animation and its focus.
 */
/* global Node */

function morphAttributes( from, to ) {
	for ( const { name } of [ ...from.attributes ] ) {
		if ( ! to.hasAttribute( name ) ) {
			from.removeAttribute( name );
		}
	}
	for ( const { name, value } of to.attributes ) {
		if ( from.getAttribute( name ) !== value ) {
			from.setAttribute( name, value );
		}
	}
}

function morphNode( from, to ) {
	if ( from.nodeName !== to.nodeName ) {
		from.replaceWith( to );
	} else if ( from.nodeType === Node.ELEMENT_NODE ) {
		morph( from, to );
	} else if ( from.data !== to.data ) {
		from.data = to.data;
	}
}

/**
 * Changes an element.
 *
 * @param {Element} from The element, in the page.
 * @param {Element} to   What it becomes; it is used up.
 */
export function morph( from, to ) {
	// A disclosure that was opened stays open.
	if ( from.nodeName === 'DETAILS' && from.open ) {
		to.open = true;
	}
	morphAttributes( from, to );
	const fresh = [ ...to.childNodes ];
	const old = [ ...from.childNodes ];
	for ( const [ index, node ] of fresh.entries() ) {
		if ( index < old.length ) {
			morphNode( old[ index ], node );
		} else {
			from.append( node );
		}
	}
	for ( const node of old.slice( fresh.length ) ) {
		node.remove();
	}
}
