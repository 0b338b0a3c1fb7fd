import { RadioControl } from '@wordpress/components';
import type { Action } from '../../shared/actions.ts';
import type { PolicyAction } from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import { actionLabel } from '../labels/action.ts';
import { LockedHint } from './locked-hint.tsx';
import { defaultAction, policyActionLabel } from './policy.ts';
import type { SourceLabels } from './source-labels.ts';

interface Props {
	labels: SourceLabels;
	value: PolicyAction;
	onChange: ( value: PolicyAction ) => void;
	offered: readonly Action[];
	/** The stored action that the host does not offer, null where it does. */
	missing: Action | null;
	/** The constant that sets it, null where it is set here. */
	lockedBy: string | null;
}

function changedText( offered: readonly Action[] ): string {
	return sprintf(
		/* translators: %s: an action, for example “Rebuild”. */
		__( 'Changed from %s', 'headless-deploy' ),
		actionLabel( defaultAction( offered ) )
	);
}

function SourceText( { labels, value, offered, missing, lockedBy }: Props ) {
	return (
		<div className="headless-deploy-policy__text">
			<span className="headless-deploy-policy__name">
				{ labels.name }
			</span>
			{ value !== defaultAction( offered ) && (
				<>
					{ ' ' }
					<em className="headless-deploy-secondary headless-deploy-nowrap">
						{ changedText( offered ) }
					</em>
				</>
			) }
			<p className="headless-deploy-secondary">{ labels.description }</p>
			{ missing !== null && (
				<p className="headless-deploy-secondary">
					{ sprintf(
						/* translators: 1 and 2: actions, for example “Purge Cache” and “Rebuild”. */
						__(
							'The host does not offer %1$s. %2$s is used instead.',
							'headless-deploy'
						),
						actionLabel( missing ),
						policyActionLabel( value )
					) }
				</p>
			) }
			{ lockedBy !== null && <LockedHint by={ lockedBy } /> }
		</div>
	);
}

/**
 * What a change of one source asks for: one choice among what the host offers.
 */
export function PolicyRow( props: Props ) {
	const { labels, value, onChange, offered, lockedBy } = props;
	const choices: PolicyAction[] = [ 'none', ...offered ];
	return (
		<div className="headless-deploy-policy__row">
			<SourceText { ...props } />
			<RadioControl
				className="headless-deploy-policy__choices"
				label={ labels.name }
				hideLabelFromVision
				selected={ value }
				options={ choices.map( ( choice ) => ( {
					value: choice,
					label: policyActionLabel( choice ),
				} ) ) }
				onChange={ ( chosen ) => onChange( chosen as PolicyAction ) }
				disabled={ lockedBy !== null }
			/>
		</div>
	);
}
