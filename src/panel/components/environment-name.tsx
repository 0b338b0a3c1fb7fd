import { createContext, useContext } from '@wordpress/element';

/** Name of the environment that a card is about, where there are several of them; else empty. */
export const EnvironmentName = createContext( '' );

/**
 * Ends the name of a button for those who hear it without its card: “Rebuild Production”.
 */
export function HiddenEnvironmentName() {
	const label = useContext( EnvironmentName );
	return label === '' ? null : (
		<span className="screen-reader-text"> { label }</span>
	);
}
