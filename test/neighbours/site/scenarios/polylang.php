<?php

declare( strict_types=1 );

/**
 * The ways in which Polylang saves: languages, the language of a post and its translations.
 */
return array(
	'prepare' => static function (): void {
		foreach ( array( 'en_US' => array( 'English', 'en' ), 'fr_FR' => array( 'Français', 'fr' ) ) as $locale => list( $name, $slug ) ) {
			PLL()->model->languages->add( array( 'name' => $name, 'slug' => $slug, 'locale' => $locale, 'rtl' => false, 'term_group' => 0 ) );
		}
	},
	'change the default language' => static function (): array {
		PLL()->model->languages->update_default( 'fr' );
		PLL()->options->save_all();
		return array( 'changed option polylang' );
	},
	// Polylang keeps translations of the title with its languages, which are terms.
	'change the title of the site' => static function (): array {
		update_option( 'blogname', 'Title ' . wp_rand() );
		$languages = array_map( static fn( PLL_Language $language ): string => "changed term $language->term_id", PLL()->model->languages->get_list() );
		return array( 'changed option blogname', ...$languages );
	},
	'give a page another language' => static function (): array {
		pll_set_post_language( 2, 'fr' );
		return array( 'updated post 2' );
	},
	'translate a page' => static function (): array {
		$id = (int) wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Hello', 'post_status' => 'publish' ) );
		pll_set_post_language( $id, 'en' );
		pll_save_post_translations( array( 'fr' => 2, 'en' => $id ) );
		return array( "published post $id", 'updated post 2' );
	},
);
