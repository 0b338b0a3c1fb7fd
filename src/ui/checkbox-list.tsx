import { CheckboxControl } from '@wordpress/components';

interface Props< Name extends string > {
	label: string;
	/** Where a heading says the same. @default false */
	hideLabelFromVision?: boolean;
	className?: string;
	choices: readonly {
		name: Name;
		label: string;
		/** Shown below the choice. */
		hint?: string | undefined;
	}[];
	chosen: readonly string[];
	onChange: ( name: Name, isChosen: boolean ) => void;
}

/** Any of several values. */
export function CheckboxList< Name extends string >( {
	label,
	hideLabelFromVision = false,
	className = '',
	choices,
	chosen,
	onChange,
}: Props< Name > ) {
	return (
		<fieldset className={ `headless-deploy-fieldset ${ className }` }>
			<legend
				className={ hideLabelFromVision ? 'screen-reader-text' : '' }
			>
				{ label }
			</legend>
			{ choices.map( ( choice ) => (
				<CheckboxControl
					__nextHasNoMarginBottom
					key={ choice.name }
					label={ choice.label }
					help={ choice.hint }
					checked={ chosen.includes( choice.name ) }
					onChange={ ( isChosen ) =>
						onChange( choice.name, isChosen )
					}
				/>
			) ) }
		</fieldset>
	);
}
