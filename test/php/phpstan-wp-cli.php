<?php

declare( strict_types=1 );

namespace {
	/**
	 * WP-CLI itself.
	 */
	final class WP_CLI {
		public static function add_command( string $name, mixed $callable, array $args = array() ): bool {}

		public static function get_runner(): \WP_CLI\Runner {}

		public static function log( string $message ): void {}

		public static function success( string $message ): void {}

		public static function warning( string $message ): void {}

		public static function error( string $message, bool|int $exit = true ): void {}

		public static function halt( int $return_code ): never {}
	}
}

namespace WP_CLI {
	/**
	 * Runs the command.
	 */
	final class Runner {
		/**
		 * @var list<string>
		 */
		public array $arguments = array();

		/**
		 * @var array<string, string|bool>
		 */
		public array $assoc_args = array();
	}

	/**
	 * Writes rows.
	 */
	final class Formatter {
		/**
		 * @param array<string, mixed> $assoc_args
		 * @param list<string>         $fields
		 */
		public function __construct( array &$assoc_args, array $fields ) {}

		/**
		 * @param list<array<string, mixed>> $items
		 */
		public function display_items( array $items ): void {}

		public function display_item( array $item ): void {}
	}
}

namespace WP_CLI\Dispatcher {
	/**
	 * A command that only has others below it.
	 */
	abstract class CommandNamespace {}
}

namespace cli {
	/**
	 * The terminal.
	 */
	final class Shell {
		public static function hide( bool $hidden = true ): void {}
	}
}
