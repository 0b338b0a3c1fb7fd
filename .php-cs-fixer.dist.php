<?php

declare( strict_types=1 );

$finder = PhpCsFixer\Finder::create()
	->in( array( __DIR__ . '/includes', __DIR__ . '/test', __DIR__ . '/src' ) )
	->append( array( __DIR__ . '/plugin.php', __DIR__ . '/uninstall.php', __FILE__ ) );

return ( new PhpCsFixer\Config() )
	->setRiskyAllowed( true )
	->setIndent( "\t" )
	->setFinder( $finder )
	->setParallelConfig( PhpCsFixer\Runner\Parallel\ParallelConfigFactory::detect() )
	->setRules(
		array(
			'@PER-CS2x0'                  => true,
			'@PHP8x1Migration'            => true,
			'@PHPUnit10x0Migration:risky' => true,
			'array_indentation'           => true,
			'array_syntax'                => array( 'syntax' => 'long' ),
			'binary_operator_spaces'      => array(
				'operators' => array(
					'=>' => 'align_single_space_minimal',
					'='  => 'align_single_space_minimal',
				),
			),
			'blank_line_after_opening_tag'     => false,
			'blank_line_between_import_groups' => false,
			'blank_lines_before_namespace'     => true,
			'braces_position'                  => array(
				'anonymous_classes_opening_brace' => 'same_line',
				'classes_opening_brace'           => 'same_line',
				'functions_opening_brace'         => 'same_line',
			),
			'concat_space'                            => array( 'spacing' => 'one' ),
			'control_structure_continuation_position' => true,
			'declare_equal_normalize'                 => true,
			'declare_strict_types'                    => true,
			'elseif'                                  => true,
			'function_declaration'                    => array(
				'closure_fn_spacing'       => 'none',
				'closure_function_spacing' => 'one',
			),
			'linebreak_after_opening_tag'       => true,
			'list_syntax'                       => array( 'syntax' => 'long' ),
			'method_argument_space'             => array( 'on_multiline' => 'ensure_fully_multiline' ),
			'native_function_invocation'        => false,
			'native_type_declaration_casing'    => true,
			'no_alias_functions'                => true,
			'no_extra_blank_lines'              => true,
			'no_unused_imports'                 => true,
			'no_useless_else'                   => true,
			'not_operator_with_successor_space' => true,
			'ordered_imports'                   => array( 'imports_order' => array( 'class', 'function', 'const' ) ),
			'php_unit_strict'                   => true,
			'phpdoc_align'                      => array( 'align' => 'vertical' ),
			'phpdoc_order'                      => true,
			'phpdoc_scalar'                     => true,
			'phpdoc_separation'                 => false,
			'phpdoc_trim'                       => true,
			'single_quote'                      => true,
			'single_space_around_construct'     => true,
			'spaces_inside_parentheses'         => array( 'space' => 'single' ),
			'static_lambda'                     => true,
			'strict_comparison'                 => true,
			'strict_param'                      => true,
			'trailing_comma_in_multiline'       => array( 'elements' => array( 'arrays', 'match', 'parameters', 'arguments' ) ),
			'trim_array_spaces'                 => false,
			'unary_operator_spaces'             => array( 'only_dec_inc' => false ),
			'whitespace_after_comma_in_array'   => true,
		),
	);
