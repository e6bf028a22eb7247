// What the linter looks for in the scripts. Names that nobody defined are found by TypeScript.
import js from "@eslint/js";

export default [
  { ignores: ["node_modules"] },
  js.configs.recommended,
  // A service worker in several browsers is a script, not a module; its parts are joined as they are.
  { files: ["offline/*.js"], languageOptions: { sourceType: "script" } },
  {
    rules: {
      "no-undef": "off",
      "no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_$" }],
      "no-var": "error",
      "prefer-const": "error",
      "no-shadow": "error",
      eqeqeq: "error",
      "object-shorthand": "error",
      "no-else-return": "error",
      "no-param-reassign": "error",
      "no-useless-return": "error",
      "no-lonely-if": "error",
    },
  },
];
