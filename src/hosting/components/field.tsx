import { TextControl } from '@wordpress/components';
import { useEffect, useRef } from '@wordpress/element';
import type { ComponentProps, ReactNode } from 'react';
import { PlatformError } from '../../platform-client/platform-error.ts';

interface Props {
	/** The name of the field in the request, as in PlatformError. */
	name: string;
	label: ReactNode;
	value: string;
	onChange: ( value: string ) => void;
	error: Error | null;
	/** Shown below the field while it has no error. */
	hint?: ReactNode;
	type?: ComponentProps< typeof TextControl >[ 'type' ];
	required?: boolean;
	autoComplete?: string;
	placeholder?: string;
	/** Bounds of a number. */
	min?: number;
	max?: number;
	step?: number | 'any';
	/** Where a heading says the same. @default false */
	hideLabelFromVision?: boolean;
}

/** A text field that shows the host’s error about it, and takes the focus then. */
export function Field( {
	name,
	error,
	hint,
	required = false,
	type = 'text',
	...props
}: Props ) {
	const input = useRef< HTMLInputElement >( null );
	const isInvalid = error instanceof PlatformError && error.field === name;
	useEffect( () => {
		if ( isInvalid ) {
			input.current?.focus();
		}
	}, [ isInvalid, error ] );
	return (
		<div className={ isInvalid ? 'hd-field is-invalid' : 'hd-field' }>
			<TextControl
				__nextHasNoMarginBottom
				__next40pxDefaultSize
				ref={ input }
				name={ name }
				type={ type }
				required={ required }
				aria-invalid={ isInvalid }
				help={ isInvalid ? error.message : hint }
				{ ...props }
			/>
		</div>
	);
}
