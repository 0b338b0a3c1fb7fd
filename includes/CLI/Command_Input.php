<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

/**
 * The arguments of a command, which WP-CLI has validated.
 */
final class Command_Input {
	/**
	 * @param list<string>         $args
	 * @param array<string, mixed> $options Flags are booleans.
	 */
	public function __construct(
		private readonly array $args,
		public readonly array $options,
	) {}

	public function id(): string {
		return $this->args[0] ?? '';
	}

	/**
	 * Returns the value of an option, null when it was not given or is a flag.
	 */
	public function text( string $option ): ?string {
		$value = $this->options[ $option ] ?? null;
		return is_scalar( $value ) && ! is_bool( $value ) ? (string) $value : null;
	}

	public function has( string $flag ): bool {
		return true === ( $this->options[ $flag ] ?? false );
	}
}
