<?php

declare( strict_types=1 );

/**
 * The ways in which Beaver Builder saves: a layout as meta of a page, and its text as content.
 */
return array(
	'prepare' => static function (): void {
		FLBuilderModel::set_post_id( 2 );
		FLBuilderModel::enable();
		FLBuilderModel::add_row( '1-col' );
		FLBuilderModel::save_layout();
	},
	'build a page' => static function (): array {
		FLBuilderModel::set_post_id( 2 );
		FLBuilderModel::enable();
		FLBuilderModel::add_row( '1-col' );
		FLBuilderModel::save_layout();
		return array( 'updated post 2' );
	},
);
