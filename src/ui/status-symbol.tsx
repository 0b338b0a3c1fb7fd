import { Icon, Spinner } from '@wordpress/components';
import {
	check,
	closeSmall,
	error,
	notAllowed,
	pending,
	published,
	scheduled,
	update,
} from '@wordpress/icons';
import type { StatusSymbol as SymbolName } from '../shared/wire.ts';

const ICONS = {
	good: published,
	bad: error,
	warning: update,
	paused: notAllowed,
	scheduled,
	held: pending,
	accepted: check,
	canceled: closeSmall,
} as const;

/** The text beside it says the same, so it is hidden from assistive technology. */
export function StatusSymbol( { symbol }: { symbol: SymbolName } ) {
	return (
		<span
			className={ `headless-deploy-symbol is-${ symbol }` }
			aria-hidden="true"
		>
			{ symbol === 'busy' ? (
				<Spinner />
			) : (
				<Icon icon={ ICONS[ symbol ] } size={ 24 } />
			) }
		</span>
	);
}
