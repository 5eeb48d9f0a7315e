"""The Streamlit app: draws what hypermem_core returns."""
